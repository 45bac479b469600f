// The visitor's chat. Its thread belongs to a random key of 32 bytes, kept in this browser. Each message has its own
// request id, so that a retry never doubles it; unsent messages survive a reload.
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
    // If the browser can't store the key, the chat works until the page is left.
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

// Unsent messages go first, as retries if need be: after a lost reply, the list can't tell whether one has arrived.
async function poll() {
  await deliver()
  if (outbox.length > 0 || document.visibilityState !== 'visible') return
  const written_before = written
  try {
    const reply = await call('/service/guest/list', { guest_key, limit: SHOWN_MAX })
    // A list requested before a message was written may or may not contain it; skip it.
    if (reply.code === 200 && written === written_before) show(reply)
  } catch {
    // The next poll tries again.
  }
}

async function deliver() {
  if (sending) return
  sending = true
  try {
    while (outbox.length > 0) {
      const [next] = outbox
      const { request_id, text } = next
      // Store the key before using it, so that what was sent can always be read again.
      keep(KEY, guest_key)
      const reply = await call('/service/guest/send', { guest_key, request_id, text })
      // The program is not ready; the next poll will tell what it has stored.
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

// A refused text returns to the input, so that nothing typed is lost.
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
