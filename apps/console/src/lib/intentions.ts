import { keepIntentions } from '@adtally/client/intentions.ts'
import { onPersonLeft } from './session.ts'

/** What was asked of the office and has no answer yet. */
export const intentions = keepIntentions('console_intentions')
onPersonLeft(intentions.forget)
