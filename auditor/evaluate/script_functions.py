"""The functions that a script of what was due may use: the same values give the same, always.

An allow-list, since the engine's own grows with each version: what reads files, settings, the
clock or chance, what waits and what writes a log has no place here, nor what makes a text or a
list of any length out of a number (but `range`, which one norm needs).
"""

from __future__ import annotations

_OPERATORS = "+ - * / // % ^ ** & | << >> ~ || @ ~~ !~~ ~~* !~~* ~~~"
_NUMBERS = """
abs bit_count cbrt ceil ceiling divide exp floor gcd greatest lcm least lgamma ln log log10 log2
mod multiply pow power round round_even sign sqrt subtract add trunc xor isfinite isinf isnan
"""
_TEXTS = """
ascii chr concat concat_ws contains ends_with instr lcase left length like_escape lower ltrim
position prefix regexp_extract regexp_extract_all regexp_full_match regexp_matches regexp_replace
replace reverse right rtrim split split_part starts_with strip_accents strlen strpos str_split
string_split string_to_array substr substring suffix translate trim ucase unicode upper
"""
_LISTS = """
array_extract array_length array_slice flatten len list_aggregate list_any_value list_append
list_avg list_bool_and list_bool_or list_concat list_contains list_count list_distinct
list_element list_extract list_filter list_has_all list_has_any list_indexof list_intersect
list_last list_first list_max list_min list_pack list_position list_reduce list_reverse
list_reverse_sort list_select list_slice list_sort list_sum list_transform list_unique list_value
list_where list_zip range row struct_extract struct_extract_at struct_pack unnest
"""
_TIMES = """
date_add date_diff date_part date_sub date_trunc datediff datepart datesub datetrunc day dayname
dayofmonth dayofweek dayofyear epoch epoch_ms epoch_us hour isodow isoyear last_day make_date
make_time make_timestamp microsecond millisecond minute month monthname quarter second strftime
strptime time_bucket timezone to_days to_hours to_microseconds to_milliseconds to_minutes
to_months to_seconds to_weeks to_years try_strptime week weekday weekofyear year yearweek
"""
_CHOICES = "if nullif switch"
_AGGREGATES = """
any_value arg_max arg_min array_agg avg bit_and bit_or bit_xor bool_and bool_or count count_if
count_star countif first fsum last list max max_by mean median min min_by mode product
quantile_cont quantile_disc stddev stddev_pop stddev_samp string_agg sum var_pop var_samp variance
"""
_WINDOWS = """
cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank rank_dense
row_number
"""
FUNCTIONS = frozenset(
    word
    for words in (
        _OPERATORS, _NUMBERS, _TEXTS, _LISTS, _TIMES, _CHOICES, _AGGREGATES, _WINDOWS,
    )
    for word in words.split()
)  # fmt: skip
