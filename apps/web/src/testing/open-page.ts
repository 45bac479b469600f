import { routes } from '../app/routes.ts'
import { answerApi, type Replies, success } from './fake-api.ts'
import { buildUser, type StartOptions, startApp } from './start-app.tsx'
import { walletReplies } from './wallet-replies.ts'

/** A customer with a transaction password. */
export const owner = buildUser({ transaction_password_set: true })

/**
 * Opens a page of the app whose calls get these replies, with nothing unread. Returns a function of a path's end: the
 * requests sent there, or with `bodies` their bodies.
 */
export async function openPage(at: string, replies: Replies = {}, options: Partial<StartOptions> = {}) {
  const all = answerApi({ '/unread_count': success({ unread_total: 0 }), ...replies })
  await startApp({ routes, at, ...options })
  const sent = (path: string) => all.filter((each) => each.path.endsWith(path))
  return Object.assign(sent, { bodies: (path: string) => sent(path).map(({ body }) => body) })
}

/** `openPage` for the owner of a wallet, whose calls are answered too. */
export const openAsOwner = (at: string, replies: Replies = {}, options: Partial<StartOptions> = {}) =>
  openPage(at, { ...walletReplies(), ...replies }, { user: owner, ...options })
