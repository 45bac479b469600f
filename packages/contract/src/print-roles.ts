import { STAFF_CALLS } from './operator/statement/staff-calls.ts'
import { PARTNER_CALLS } from './partner/statement/partner-calls.ts'
import { rolesPage } from './roles-page.ts'

process.stdout.write(rolesPage(STAFF_CALLS, PARTNER_CALLS))
