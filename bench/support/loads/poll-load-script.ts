import type { LoadRequest, LoadScript } from './load-script.ts'

/** The app's poll of today's statistics; with an `etag`, the poll while nothing changes. */
export const createRequests: LoadScript['createRequests'] = ({ base_path, token, etag }) => {
  const request: LoadRequest = {
    method: 'GET',
    path: `${base_path}/ad/order/data_statistics/list?type=1&user_time_zone=UTC`,
    headers: {
      'x-ct': String(token),
      'x-tz': 'UTC GMT+0',
      ...(typeof etag === 'string' && { 'if-none-match': etag }),
    },
  }
  return () => request
}
