import { openApiDocument } from './openapi.ts'

// A reader that has enough (`| head`) closes the pipe.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
})
process.stdout.write(
  `${JSON.stringify(openApiDocument(process.env.BASE_PATH ?? '/facebook-business'), null, 2)}\n`,
)
