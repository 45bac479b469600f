import { LANGUAGES } from '@adtally/contract/enums.ts'
import { message } from '@adtally/i18n/server.ts'
import * as z from 'zod/mini'
import { newId } from '../../../database/identifiers.ts'
import { schedule } from '../../../database/jobs.ts'
import type { Subscription } from '../../module.ts'
import { PAYMENTS_CHANGED_TOPIC, paymentsFact } from '../../wallet/index.ts'
import { insertAnnouncement } from '../repository.ts'
import { announcementTexts } from './announcement.ts'
import { TELL_EVERYBODY } from './tell-everybody.job.ts'

/** Announces in every language that deposits, plans and payouts are stopped or go on (PRODUCT §2.11). */
export const paymentsAnnounced: Subscription = {
  topic: PAYMENTS_CHANGED_TOPIC,
  async handle({ clock }, tx, payload) {
    const { sequence, stopped } = z.parse(paymentsFact, payload)
    const said = stopped ? 'payments_stopped' : 'payments_resumed'
    const texts = z.parse(
      announcementTexts,
      Object.fromEntries(
        LANGUAGES.map((language) => {
          const title = message(language, `notifications.${said}.title`)
          return [language, { title, content: message(language, `notifications.${said}.content`) }]
        }),
      ),
    )
    const announcement_id = newId()
    await insertAnnouncement(tx, {
      announcement_id,
      category: 'system_announcement',
      ...{ audience: 'everybody', audience_language: null, texts },
      ...{ proposal_id: null, payment_stop: sequence, begins_at: null, ends_at: null },
    })
    await schedule(tx, { kind: TELL_EVERYBODY, subject_id: announcement_id, due_at: clock.now() })
  },
}
