import type { Module } from '../module.ts'
import { contentVerbs } from './announcement-verbs.ts'
import { contentRoutes } from './content.route.ts'
import { paymentsAnnounced } from './payments-announced.ts'
import { announcementPublishAct } from './publish-announcement.ts'
import type {} from './tables.ts'
import { tellEverybodyJob } from './tell-everybody.job.ts'
import { type ContentTexts, readTexts } from './texts.ts'

export { announcementsIn } from './announcement.ts'
export type { Spoken } from './in-language.ts'

declare module '../services.ts' {
  interface Services {
    /** Questions and rules, as the files of the program have them. */
    content: ContentTexts
  }
}

/** Questions, operation rules and announcements, in the reader's language or one that stands in for it. */
export const contentModule: Module = {
  name: 'content',
  routes: contentRoutes,
  verbs: contentVerbs,
  approved_acts: [announcementPublishAct],
  jobs: [tellEverybodyJob],
  subscriptions: [paymentsAnnounced],
  create: async (services) => {
    services.content = readTexts()
  },
}
