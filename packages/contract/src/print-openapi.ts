import { openApiDocument } from './openapi.ts'

process.stdout.write(
  `${JSON.stringify(openApiDocument(process.env.BASE_PATH ?? '/facebook-business'), null, 2)}\n`,
)
