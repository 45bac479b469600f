import { property } from '@adtally/contract/wallet.ts'
import { customerRoute } from '../route.ts'
import { readProperty } from './property.ts'

export const propertyRoute = customerRoute(property, (_input, { customer_id }, { services, language }) =>
  readProperty(services, customer_id, language),
)
