import { newId } from '../../../apps/api/src/database/identifiers.ts'
import type { LoadScript } from './load-script.ts'

/** Plans placed as the app places them: each client as one of the customers, each request under an id of its own. */
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
