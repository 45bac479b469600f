import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { callQuery } from '../lib/call-query.ts'
import { query_client } from '../lib/query-client.ts'
import { isEntryRoute } from '../lib/session/entry.ts'
import { session, updateUser } from '../lib/session/session.ts'

async function refreshUser(): Promise<void> {
  const token = session.get()?.token
  // A ticket in the address will replace this session, so its user does not matter.
  if (token === undefined || isEntryRoute()) return
  try {
    const user = await query_client.fetchQuery(callQuery(userInfoCall, {}))
    if (session.get()?.token === token) updateUser(user)
  } catch {
    // A refusal is shown centrally; without a connection the stored user stays.
  }
}

/** Refreshes the stored user at the start, and loads it when a token came without one. */
export function followUser(): void {
  void refreshUser()
  session.subscribe(() => {
    if (session.get()?.user === null) void refreshUser()
  })
}
