import * as z from 'zod/mini'

const reply = z.object({
  code: z.number(),
  msg: z.string(),
  data: z.looseObject({ token: z.optional(z.string()) }),
})

/** Signs a customer in through the API; returns the token that the app keeps as `fb_token`. */
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
