import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { callQuery } from '../lib/call-query.ts'
import { query_client } from '../lib/query-client.ts'
import { isEntryRoute } from '../lib/session/entry.ts'
import { session, updateUser } from '../lib/session/session.ts'

async function refreshUser(): Promise<void> {
  const token = session.get()?.token
  // A ticket on its way replaces whoever was here: what became of their token concerns nobody.
  if (token === undefined || isEntryRoute()) return
  try {
    const user = await query_client.fetchQuery(callQuery(userInfoCall, {}))
    if (session.get()?.token === token) updateUser(user)
  } catch {
    // Said centrally where it is a refusal; without connection the stored user goes on.
  }
}

/** Brings the stored user up to date at the start, and fills it in where a token came without one. */
export function followUser(): void {
  void refreshUser()
  session.subscribe(() => {
    if (session.get()?.user === null) void refreshUser()
  })
}
