import fastify from 'fastify'

/**
 * The yardstick of every HTTP figure: plain Fastify, which answers any path with a small envelope and parses a POST's
 * JSON. Prints `ready <url>` and ends with its parent.
 */
async function main(): Promise<void> {
  const server = fastify()
  const envelope = { code: 200, msg: 'hello', data: { hello: 'world' } }
  server.get('/*', async () => envelope)
  server.post('/*', async () => envelope)
  console.log(`ready ${await server.listen({ host: '127.0.0.1', port: 0 })}`)
  process.once('disconnect', () => process.exit(0))
}

await main()
