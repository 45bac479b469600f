import type { LoadRequest, LoadScript } from './load-script.ts'

/** One transfer per request. */
export const createRequests: LoadScript['createRequests'] = ({ path }) => {
  const request: LoadRequest = { method: 'POST', path: String(path), body: '{"amount":"0.000001"}' }
  return () => request
}
