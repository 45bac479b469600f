import type { ColumnType } from 'kysely'

/** A column that is written once, with its row. */
export type Fixed<T> = ColumnType<T, T, never>

/** A column that the database alone writes: a default, a trigger, a function. */
export type Made<T> = ColumnType<T, never, never>
