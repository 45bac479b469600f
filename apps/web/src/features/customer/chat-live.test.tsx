import type { ClientFrame, ServerFrame } from '@adtally/contract/service/chat-socket.ts'
import { onlineManager } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { buildMessage } from '../../testing/chat-replies.ts'
import { pageOf, type Replies, success } from '../../testing/fake-api.ts'
import { openAsOwner } from '../../testing/open-page.ts'
import type { ChatMessage } from './api/chat.ts'

const FILE_ID = '01890000-0000-7000-8000-0000000000f1'
const HOURS = { hours: '08:00–20:00 UTC', online: true }

/** The server's side of each socket that the page opens. */
class FakeSocket extends EventTarget {
  static all: FakeSocket[] = []
  static readonly OPEN = 1
  readyState = 0
  readonly heard: ClientFrame[] = []

  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    FakeSocket.all.push(this)
    queueMicrotask(() => {
      this.readyState = 1
      this.dispatchEvent(new Event('open'))
    })
  }
  send(text: string): void {
    this.heard.push(JSON.parse(text))
  }
  tell(frame: ServerFrame): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }
  changes(...items: ChatMessage[]): void {
    const revision = Math.max(0, ...items.map((item) => item.revision))
    this.tell({ type: 'changes', items, revision, ...HOURS })
  }
  close(code = 1006): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
}

async function start(replies: Replies = {}) {
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
  onTestFinished(() => void vi.unstubAllGlobals())
  const sent = await openAsOwner('/customer', {
    '/service/chat/list': success({ items: [buildMessage(1)], next_cursor: null, revision: 1, ...HOURS }),
    '/service/chat/read': success({}),
    '/auth/v2/session/list': pageOf(),
    '/user/accountability/list': pageOf(),
    ...replies,
  })
  await expect.poll(() => FakeSocket.all.at(-1)?.heard.length).toBe(1)
  return sent
}

const socket = (): FakeSocket => {
  const last = FakeSocket.all.at(-1)
  if (!last) throw new Error('no socket was opened')
  return last
}
const log = browser.getByRole('log', { name: 'Messages' })
const field = browser.getByRole('textbox', { name: 'Write a message' })
const shown = () => log.element().textContent ?? ''

describe('the chat’s socket', () => {
  it('says who is there in its first frame, and shows what it is told at once', async () => {
    await start()
    expect(socket().url).not.toContain('token')
    expect(socket().heard[0]).toMatchObject({ type: 'hello', token: 'token-of-the-test', after: 1 })
    socket().changes(buildMessage(2, { text: 'told at once' }))
    await expect.element(log.getByText('told at once')).toBeVisible()
  })

  it('sends by itself; lost before the answer, the message goes by its call under the same id, and stands once', async () => {
    const stored = buildMessage(2, { author: 'customer', text: 'said once' })
    const sent = await start({ '/service/chat/send': success(stored) })
    socket().changes()
    await field.fill('said once')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => socket().heard.at(-1)?.type).toBe('send')
    const frame = socket().heard.at(-1)
    socket().close()
    await expect.poll(() => sent('/service/chat/send')).toHaveLength(1)
    expect(sent('/service/chat/send')[0]?.body).toEqual(frame?.type === 'send' && frame.message)
    await expect.poll(() => FakeSocket.all.length).toBe(2)
    await expect.poll(() => socket().heard.length).toBe(1)
    // The gapless part ends before the customer's own message, so that and everything before it are sent again.
    expect(socket().heard[0]).toMatchObject({ type: 'hello', after: 1 })
    socket().changes(stored)
    await expect.poll(() => shown().split('said once').length - 1).toBe(1)
  })

  it('tries by itself what a lost connection kept back', async () => {
    await start()
    socket().close()
    onlineManager.setOnline(true)
    await field.fill('kept back')
    await userEvent.keyboard('{Enter}')
    await expect.element(log.getByText('Not sent')).toBeVisible()
    await expect.poll(() => FakeSocket.all.length).toBe(2)
    await expect.poll(() => socket().heard.length).toBe(1)
    socket().changes()
    await expect.poll(() => socket().heard.at(-1)?.type).toBe('send')
    const frame = socket().heard.at(-1)
    if (frame?.type !== 'send') throw new Error('nothing was sent')
    socket().tell({
      type: 'sent',
      request_id: frame.message.request_id,
      message: buildMessage(2, { author: 'customer', text: 'kept back' }),
    })
    await expect.element(log.getByText('Sent', { exact: true })).toBeVisible()
    await expect.element(log.getByText('Not sent')).not.toBeInTheDocument()
  })

  it('is not tried again with a token that is no longer good', async () => {
    await start()
    socket().close(4401)
    await expect.element(log.getByText('message 1')).toBeVisible()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(FakeSocket.all).toHaveLength(1)
  })
})

describe('images', () => {
  it('are uploaded when they are chosen, sent with the text, and shown', async () => {
    const picture = await new OffscreenCanvas(8, 8).convertToBlob().catch(() => new Blob())
    const sent = await start({ '/files/upload': success({ file_id: FILE_ID, width: 8, height: 8 }) })
    socket().changes()
    await userEvent.upload(
      browser.getByLabelText('Choose images'),
      new File([picture], 'a.png', { type: 'image/png' }),
    )
    await expect.element(browser.getByRole('img', { name: 'Image 1 of 1' })).toBeVisible()
    await expect.poll(() => sent('/files/upload')).toHaveLength(1)
    await expect.element(browser.getByText('Uploading')).not.toBeInTheDocument()
    await browser.getByRole('button', { name: 'Send', exact: true }).click()
    await expect
      .poll(() => socket().heard.at(-1))
      .toMatchObject({
        type: 'send',
        message: { text: '', images: [FILE_ID] },
      })
    await expect.element(log.getByRole('button', { name: /Image 1 of 1|Image not loaded/ })).toBeVisible()
  })
})
