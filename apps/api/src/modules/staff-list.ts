import type { ListFlags, listFlags } from '@adtally/contract/operator/statement/fields.ts'
import type { StaffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import type * as z from 'zod/mini'
import type { Scope, Transaction } from '../database/database.ts'
import { isId } from '../database/identifiers.ts'
import { type IsPart, readCursor, writeCursor } from '../lib/cursor.ts'
import { type StaffVerb, staffVerb } from './module.ts'
import { cutPage, type Page } from './paging.ts'
import type { Services } from './services.ts'

/** Where in a list a row stands: the parts that its order goes by, the last of which no other row has. */
export type Place<Parts extends readonly IsPart[]> = { [index in keyof Parts]: string }

/** A row and where it stands. */
export interface Placed<Row, Parts extends readonly IsPart[] = readonly IsPart[]> {
  row: Row
  place: Place<Parts>
}

/** A list of rows in the order of their places. */
interface ListByPlace<Parts extends readonly IsPart[], Row> {
  /** Whose rows it reads; the program's own where nothing is said. */
  scope?: Scope
  limit_default: number
  parts: Parts
  read(tx: Transaction, after: Place<Parts> | null, rows_max: number): Promise<Placed<Row, Parts>[]>
}

/** A list in the order of one key of its rows, which is an id where nothing else is said. */
interface ListByKey<Row> {
  scope?: Scope
  limit_default: number
  isKey?: IsPart
  read(tx: Transaction, after: string | undefined, rows_max: number): Promise<Row[]>
  keyOf(row: Row): string
}

/**
 * A page of what staff or a partner asked for by `listFlags`, of `limit_default` rows where they said no number. `read` finds rows after
 * a place in the list's order, `rows_max` at most; it is asked for one more than wanted. `parts` are what each part of a
 * place has to be. By places, and not by counts: rows that come or go between two pages move no other row over their edge.
 * Throws `Refusal('cursor_invalid')`.
 */
export async function listPage<const Parts extends readonly IsPart[], Row>(
  { database }: Pick<Services, 'database'>,
  flags: ListFlags,
  list: ListByPlace<Parts, Row>,
): Promise<Page<Row>> {
  const after = flags.cursor === undefined ? null : readCursor(flags.cursor, ...list.parts)
  const limit = flags.limit ?? list.limit_default
  const { scope = { kind: 'system' } } = list
  const found = await database.transaction(scope, (tx) => list.read(tx, after, limit + 1))
  const { items, next_cursor } = cutPage(found, limit, ({ place }) => writeCursor(...place))
  return { items: items.map(({ row }) => row), next_cursor }
}

/** As `listPage`, of a list by a key. */
export async function listPageByKey<Row>(
  services: Pick<Services, 'database'>,
  flags: ListFlags,
  list: ListByKey<Row>,
): Promise<Page<Row>> {
  return await listPage(services, flags, {
    ...(list.scope && { scope: list.scope }),
    limit_default: list.limit_default,
    parts: [list.isKey ?? isId],
    read: async (tx, after, rows_max) =>
      (await list.read(tx, after?.[0], rows_max)).map((row) => ({ row, place: [list.keyOf(row)] })),
  })
}

interface Presented<Row> {
  /** What is printed of a row; all of it where nothing is said. */
  present?(row: Row): unknown
}

/** A statement that takes `listFlags` and answers a page. */
type ListCall = StaffCall<z.ZodMiniObject<typeof listFlags>>

/** Binds a statement that takes `listFlags` alone to the list whose pages it answers. */
export function listVerb<const Parts extends readonly IsPart[], Row>(
  call: ListCall,
  list: Presented<Row> & ListByPlace<Parts, Row>,
): StaffVerb {
  return pagesVerb(call, list, (services, flags) => listPage(services, flags, list))
}

/** As `listVerb`, of a list by a key. */
export function listVerbByKey<Row>(call: ListCall, list: Presented<Row> & ListByKey<Row>): StaffVerb {
  return pagesVerb(call, list, (services, flags) => listPageByKey(services, flags, list))
}

function pagesVerb<Row>(
  call: ListCall,
  { present = (row) => row }: Presented<Row>,
  read: (services: Services, flags: ListFlags) => Promise<Page<Row>>,
): StaffVerb {
  return staffVerb<z.ZodMiniObject<typeof listFlags>, z.ZodMiniType>(
    call,
    async (services, _staff, flags) => {
      const { items, next_cursor } = await read(services, flags)
      return { items: items.map((row) => present(row)), next_cursor }
    },
  )
}
