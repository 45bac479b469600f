import { accountClose, accountClosing } from '@adtally/contract/identity/closing.ts'
import type { Module } from '../module.ts'
import { customerRoute } from '../route.ts'
import { closeAccount, readClosing } from './close-account.ts'

/** Closing of an account by its customer, once nothing of theirs is left in it. */
export const closingModule: Module = {
  name: 'closing',
  routes: [
    customerRoute(accountClosing, (_input, { customer_id }, { services }) =>
      readClosing(services, customer_id),
    ),
    customerRoute(accountClose, async (proof, caller, { services }) => {
      await closeAccount(services, caller, proof)
      return {}
    }),
  ],
}
