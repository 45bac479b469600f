import { basicConfig } from '@adtally/contract/identity/identity.ts'
import { publicRoute } from '../route.ts'
import { readBasicConfig } from './basic-config.ts'

export const basicConfigRoute = publicRoute(basicConfig, (_input, { services }) => readBasicConfig(services))
