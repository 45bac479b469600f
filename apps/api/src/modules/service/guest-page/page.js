// The visitor's chat: a key of 32 random bytes, kept in this browser, is all that the thread belongs to. Messages go
// out under an id of their own, so that trying again never doubles one; what is not answered yet outlives a reload.
const POLL_MS = 4000
const SHOWN_MAX = 100
const KEY = 'guest_key'
const OUTBOX = 'guest_outbox'

const base_path = document.querySelector('meta[name="base-path"]').content
const part = (id) => document.getElementById(id)
const log = part('log')
const words = log.dataset
const language = document.documentElement.lang
const clock = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })

let messages = []
let outbox = read(OUTBOX) ?? []
let sending = false
let written = 0

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name))
  } catch {
    return null
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // A browser that keeps nothing still chats until the page is left.
  }
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

const guest_key = read(KEY) ?? newKey()

async function call(path, input) {
  const response = await fetch(base_path + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(15000),
  })
  return response.json()
}

function element(name, className, text) {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

function row(author, text, about) {
  const item = element('div', author, '')
  const name = author === 'guest' ? words.you : words.service
  item.append(element('span', author === 'guest' ? 'about hidden' : 'about', name))
  item.append(element('div', 'text', text), element('span', 'about', about))
  return item
}

function draw() {
  const is_near_end = log.scrollTop + log.clientHeight >= log.scrollHeight - 60
  const stored = messages.map(({ author, text, sent_at, read_at }) => {
    const mark = author === 'guest' ? ` · ${read_at ? words.read : words.sent}` : ''
    return row(author, text, clock.format(new Date(sent_at)) + mark)
  })
  const waiting = outbox.map(({ text, failed }) => row('guest', text, failed ? words.notSent : words.sending))
  log.replaceChildren(...stored, ...waiting)
  part('empty').hidden = log.childElementCount > 0
  if (is_near_end) log.scrollTop = log.scrollHeight
}

function show(reply) {
  messages = reply.data.items
  const hours = part('hours')
  hours.textContent = `${reply.data.online ? hours.dataset.online : hours.dataset.offline} · ${reply.data.hours}`
  draw()
}

// What waits goes out first, again if need be: of a message whose reply was lost nobody knows which one in the list it is.
async function poll() {
  await deliver()
  if (outbox.length > 0 || document.visibilityState !== 'visible') return
  const written_before = written
  try {
    const reply = await call('/service/guest/list', { guest_key, limit: SHOWN_MAX })
    // A list that was asked for before something was written may have it or not.
    if (reply.code === 200 && written === written_before) show(reply)
  } catch {
    // Asked again with the next turn.
  }
}

async function deliver() {
  if (sending) return
  sending = true
  try {
    while (outbox.length > 0) {
      const [next] = outbox
      const { request_id, text } = next
      // Kept before it is used: what was sent can then always be read again.
      keep(KEY, guest_key)
      const reply = await call('/service/guest/send', { guest_key, request_id, text })
      // The program is not ready: what it has of this, the next turn will tell.
      if (reply.code === 500) throw new Error(reply.msg)
      if (reply.code !== 200) {
        refuse(next, reply.msg)
        break
      }
      outbox = outbox.filter((one) => one !== next)
      if (!messages.some(({ message_id }) => message_id === reply.data.message_id)) messages.push(reply.data)
      keep(OUTBOX, outbox)
      draw()
    }
  } catch {
    outbox = outbox.map((one) => ({ ...one, failed: true }))
    draw()
  } finally {
    sending = false
  }
}

// What is refused goes back to where it was written, so that nothing typed is lost.
function refuse(message, text) {
  outbox = outbox.filter((one) => one !== message)
  keep(OUTBOX, outbox)
  if (part('text').value === '') part('text').value = message.text
  part('refusal').textContent = text
  draw()
}

function write(event) {
  event.preventDefault()
  const text = part('text').value.trim()
  if (text === '') return
  part('text').value = ''
  part('refusal').textContent = ''
  written += 1
  outbox = [...outbox, { request_id: crypto.randomUUID(), text }]
  keep(OUTBOX, outbox)
  draw()
  log.scrollTop = log.scrollHeight
  deliver()
}

part('form').addEventListener('submit', write)
part('text').addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) write(event)
})
document.addEventListener('visibilitychange', poll)
setInterval(poll, POLL_MS)
draw()
poll()
