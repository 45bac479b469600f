import { openApiDocument } from './openapi.ts'
import { officeApiDocument } from './operator/statement/office-openapi.ts'
import { SESSION_COOKIE } from './operator/statement/session.ts'
import { STAFF_CALLS } from './operator/statement/staff-calls.ts'
import { PARTNER_CALLS } from './partner/statement/partner-calls.ts'
import { partnersApiDocument } from './partner/statement/partners-openapi.ts'
import { PARTNER_COOKIE } from './partner/statement/session.ts'

// A reader that has enough (`| head`) closes the pipe.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
})
process.stdout.write(`${JSON.stringify(documentOf(process.argv[2]), null, 2)}\n`)

function documentOf(door: string | undefined) {
  if (door === 'office')
    return officeApiDocument(process.env.OPERATOR_PATH ?? '/operator', STAFF_CALLS, SESSION_COOKIE.https)
  if (door === 'partners')
    return partnersApiDocument(process.env.PARTNER_PATH ?? '/partner', PARTNER_CALLS, PARTNER_COOKIE.https)
  return openApiDocument(process.env.BASE_PATH ?? '/facebook-business')
}
