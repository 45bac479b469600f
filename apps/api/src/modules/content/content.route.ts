import { announcementList, faqDetail, faqHelpful, faqList, rules } from '@adtally/contract/content.ts'
import { wordList } from '@adtally/contract/words.ts'
import { customerRoute, publicRoute, type Route } from '../route.ts'
import { listAnnouncements } from './announcements/list-announcements.ts'
import { judgeQuestion, listQuestions, readQuestion, readRules } from './faq.ts'
import { presentAnnouncement } from './presenter.ts'
import { readWords } from './read-words.ts'

/** Routes of questions, rules, words and announcements. */
export const contentRoutes: readonly Route[] = [
  publicRoute(faqList, (input, { services, language }) => listQuestions(services, input, language)),
  customerRoute(faqDetail, ({ question_id }, { customer_id }, { services, language }) =>
    readQuestion(services, customer_id, question_id, language),
  ),
  customerRoute(faqHelpful, async (vote, { customer_id }, { services, language }) => {
    await judgeQuestion(services, customer_id, vote, language)
    return { helpful: vote.helpful }
  }),
  publicRoute(rules, (_input, { services, language: wanted }) => {
    const { language, text, policy_version } = readRules(services, wanted)
    return { language, policy_version, sections: text }
  }),
  publicRoute(wordList, (_input, { services, language }) => readWords(services, language)),
  customerRoute(announcementList, async (input, { customer_id }, { services, language }) => {
    const { items, next_cursor } = await listAnnouncements(services, customer_id, input)
    return { items: items.map((row) => presentAnnouncement(row, language)), next_cursor }
  }),
]
