import type { Module } from '../module.ts'
import { archive } from './archive.ts'
import { chatListRoute, chatReadRoute, chatSendRoute, depositDetailsRoute } from './chat/chat.route.ts'
import { chatSocketPlugin } from './chat/chat-socket.plugin.ts'
import { feedbackListRoute, feedbackRoute } from './feedback/feedback.route.ts'
import { feedbackVerbs } from './feedback/feedback-verbs.ts'
import { guestListRoute, guestSendRoute } from './guest.route.ts'
import { guestThreadsJob } from './guest.ts'
import { guestPagePlugin } from './guest-page.plugin.ts'
import { guestVerbs } from './guest-verbs.ts'
import { noticeSubscription } from './notifications/notice.subscription.ts'
import {
  notificationsReadRoute,
  notificationsRoute,
  unreadCountRoute,
} from './notifications/notification.route.ts'
import type {} from './tables.ts'
import { serviceVerbs } from './verbs.ts'

export { createService, type ServiceEngine } from './engine.ts'

/** The service module: notifications, the chat with service, feedback, and visitors without an account. */
export const serviceModule: Module = {
  name: 'service',
  archive,
  routes: [
    notificationsRoute,
    notificationsReadRoute,
    unreadCountRoute,
    chatListRoute,
    chatSendRoute,
    chatReadRoute,
    depositDetailsRoute,
    feedbackRoute,
    feedbackListRoute,
    guestSendRoute,
    guestListRoute,
  ],
  verbs: [...serviceVerbs, ...feedbackVerbs, ...guestVerbs],
  jobs: [guestThreadsJob],
  subscriptions: [noticeSubscription],
  plugin(services, server) {
    if (!services.settings.roles.includes('api')) return
    chatSocketPlugin(services, server)
    guestPagePlugin(services, server)
  },
}
