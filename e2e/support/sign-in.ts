import * as z from 'zod/mini'

const reply = z.object({
  code: z.number(),
  msg: z.string(),
  data: z.looseObject({ token: z.optional(z.string()) }),
})

const list = z.object({
  code: z.literal(200),
  data: z.object({ items: z.array(z.record(z.string(), z.unknown())) }),
})

/** Signs a customer in through the API; returns the token that the app stores as `fb_token`. */
export async function signInByApi(
  url: string,
  customer: { username: string; password: string },
): Promise<string> {
  const { username, password } = customer
  const response = await fetch(`${url}/facebook-business/auth/v2/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-tz': 'UTC GMT+0' },
    body: JSON.stringify({ username, password }),
  })
  const { code, msg, data } = reply.parse(await response.json())
  if (code !== 200 || data.token === undefined) throw new Error(`${username} cannot sign in: ${code} ${msg}`)
  return data.token
}

/** A member of a list's first item, as text; throws if the customer's list is empty. */
export async function firstOf(url: string, token: string, path: string, member: string): Promise<string> {
  const response = await fetch(`${url}/facebook-business${path}`, {
    headers: { 'x-ct': token, 'x-tz': 'UTC GMT+0' },
  })
  const value = list.parse(await response.json()).data.items[0]?.[member]
  if (typeof value !== 'string') throw new Error(`${path} has no ${member}`)
  return value
}
