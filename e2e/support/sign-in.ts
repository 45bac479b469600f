import { login } from '@adtally/contract/identity/identity.ts'
import * as z from 'zod/mini'
import { CustomerClient } from '../../apps/api/src/demo/customer-client.ts'

const BASE_PATH = '/facebook-business'
const list = z.object({
  code: z.literal(200),
  data: z.object({ items: z.array(z.record(z.string(), z.unknown())) }),
})

interface SignIn {
  username: string
  password: string
}

/** Signs a customer in through the API; returns the token that the app keeps as `fb_token`. */
export async function signInByApi(url: string, { username, password }: SignIn): Promise<string> {
  return (await new CustomerClient(url, BASE_PATH).call(login, { username, password })).token
}

/** A customer's own calls, signed in. */
export async function clientOf(url: string, customer: SignIn): Promise<CustomerClient> {
  const client = new CustomerClient(url, BASE_PATH)
  client.signedIn(await signInByApi(url, customer))
  return client
}

/** A member of a list's first item, as text; throws if the customer's list is empty. */
export async function firstOf(url: string, token: string, path: string, member: string): Promise<string> {
  const response = await fetch(url + BASE_PATH + path, {
    headers: { 'x-ct': token, 'x-tz': 'UTC GMT+0' },
  })
  const value = list.parse(await response.json()).data.items[0]?.[member]
  if (typeof value !== 'string') throw new Error(`${path} has no ${member}`)
  return value
}
