import {
  contractDetail,
  contractPreview,
  contractUploadSuccess,
  contractUploadUrl,
} from '@adtally/contract/contracts.ts'
import { feedback, feedbackList } from '@adtally/contract/service/feedback.ts'
import { chatSend } from '@adtally/contract/service/service.ts'
import { fileOf } from '../../modules/given-file.ts'
import { rowsOf } from '../office.ts'
import { drawSignature } from '../seed/artwork/signature.ts'
import { ACTIVITY } from '../seed/coupon-texts.ts'
import type { Stage } from './stage.ts'

/** A customer sends feedback. */
export async function giveFeedback(
  stage: Stage,
  name: string,
  username: string,
  { subject, content }: { subject: string; content: string },
): Promise<void> {
  const client = await stage.client(username)
  await client.call(feedback, { request_id: stage.requestId(name), subject, content, images: [] })
}

/** Staff answer the customer's last feedback, unless it has an answer. */
export async function answerFeedback(stage: Stage, username: string, text: string): Promise<void> {
  const { items } = await (await stage.client(username)).call(feedbackList, {})
  const [newest] = items
  if (newest === undefined || newest.answers.length > 0) return
  await stage.office.run('answer-feedback', { feedback_id: newest.feedback_id, text })
}

/** A customer writes to customer service in the chat. */
export async function askService(
  stage: Stage,
  name: string,
  username: string,
  { text }: { text: string },
): Promise<void> {
  const client = await stage.client(username)
  await client.call(chatSend, { request_id: stage.requestId(name), text, images: [] })
}

/** Staff answer a customer's chat, unless it has an answer. */
export async function answerChat({ office }: Stage, customer: string, text: string): Promise<void> {
  const written = rowsOf((await office.run('show-chat', { customer })).items)
  if (written.some(({ author }) => author === 'service')) return
  await office.run('answer-chat', { customer, text, seen_id: written[0]?.message_id })
}

/** A customer reads the contract and signs it with a drawn signature. */
export async function signContract(stage: Stage, username: string): Promise<void> {
  const client = await stage.client(username)
  const { signed } = await client.call(contractDetail, {})
  if (signed !== null) return
  const { contract_id, preview_sha256 } = await client.call(contractPreview, {})
  const drawn = await drawSignature()
  const asked = { contract_id, media_type: 'image/png', bytes: drawn.length } as const
  const { url, upload_id } = await client.call(contractUploadUrl, asked)
  const headers = { 'content-type': 'image/png' }
  const there = await fetch(new URL(url, stage.target.url), {
    method: 'PUT',
    headers,
    body: new Uint8Array(drawn),
  })
  if (!there.ok) throw new Error(`the signature was answered with ${there.status}`)
  await client.call(contractUploadSuccess, { contract_id, upload_id, preview_sha256, agreed: true })
}

/** Two people announce the new activity to everybody, in every language. */
export async function announceActivity({ office }: Stage): Promise<void> {
  const reason = 'The activity begins'
  const known = await office.list('list-announcements')
  if (known.some((one) => JSON.stringify(one).includes(ACTIVITY.en.name))) return
  const texts = Object.fromEntries(
    Object.entries(ACTIVITY).map(([language, { name, description }]) => [
      language,
      { title: name, content: description },
    ]),
  )
  const flags = { category: 'activity', texts_file: fileOf('texts.json', JSON.stringify(texts)), reason }
  await office.decideOnce('publish-announcement', flags, { action: 'announcement.publish', reason })
}
