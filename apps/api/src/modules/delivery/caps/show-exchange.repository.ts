import type { Database } from '../../../database/database.ts'

/** What nodes tell each other of shows to devices. */
export const SHOWN_CHANNEL = 'delivery_shown'

const TELL = {
  name: 'delivery_tell_shown',
  text: `select count(pg_notify('${SHOWN_CHANNEL}', told)) from unnest($1::text[]) with ordinality as each (told, place)`,
}

/** Sends notices to every listening node, this one among them, all at one place of the one order of all notices. */
export async function tellShown(database: Database, notices: readonly string[]): Promise<void> {
  await database.query(TELL, [notices])
}
