import { tellingFaults } from './backup/command.ts'
import { changeSecret } from './secret-change/change-secret.ts'
import { secretPlaceOf } from './settings.ts'

const new_secret = process.env.NEW_SECRET?.trim() || null

await tellingFaults(async () => {
  const sealed = await changeSecret({ ...secretPlaceOf(process.env), new_secret })
  const next =
    new_secret !== null ? 'Start the program with SECRET set to the new one.' : 'Start the program to go on.'
  console.log(
    `The secret is changed, and ${sealed} texts are sealed by the new one. ${next} Backups made before open by the old one alone.`,
  )
})
