import type { ColumnType } from 'kysely'

/** A column that is only written on insert. */
export type Fixed<T> = ColumnType<T, T, never>

/** A column that only the database writes, by a default, a trigger or a function. */
export type Made<T> = ColumnType<T, never, never>
