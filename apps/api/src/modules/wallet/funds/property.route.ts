import { property } from '@adtally/contract/money/wallet.ts'
import { customerRoute } from '../../route.ts'
import { readProperty } from './property.ts'

export const propertyRoute = customerRoute(property, (_input, { customer_id }, { services, language }) =>
  readProperty(services, customer_id, language),
)
