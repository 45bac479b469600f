import { newId } from '../../../apps/api/src/database/identifiers.ts'
import type { LoadScript } from './load-script.ts'

/** Places plans as the app does: each client as one of the customers, each request with a new id. */
export const createRequests: LoadScript['createRequests'] = ({ base_path, tokens, product_id, amount }) => {
  const customers = Array.isArray(tokens)
    ? tokens.map((token) => ({ 'x-ct': String(token), 'x-tz': 'UTC GMT+0' }))
    : []
  return (connection) => ({
    method: 'POST',
    path: `${base_path}/plan/order/put`,
    headers: customers[connection % customers.length] ?? {},
    body: JSON.stringify({ request_id: newId(), product_id, amount }),
  })
}
