import { nextMigration, write, type Generator } from './files.ts'

export const migration: Generator = ({ file, title }) => [
  write(nextMigration(file), `-- ${title}: what changes, and why.\n`),
  'Now write the SQL, then run: npm run tables',
]
