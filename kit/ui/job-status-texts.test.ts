import assert from 'node:assert/strict'
import { test } from 'node:test'
import { say } from '../messages/messages.ts'
import { jobStatusTexts } from './job-status-texts.ts'

test('each status of a job has its words in both languages', () => {
  const said = Object.fromEntries(
    Object.entries(jobStatusTexts).map(([status, text]) => [status, [say(text(), 'en'), say(text(), 'de')]]),
  )
  assert.deepEqual(said, {
    pending: ['Waiting for execution', 'Wartet auf Ausführung'],
    started: ['Started', 'Gestartet'],
    working: ['Being executed', 'Wird ausgeführt'],
    waiting: ['Waiting', 'Wartet'],
    stopped: ['Completed successfully', 'Erfolgreich abgeschlossen'],
    warning: ['Partially successful', 'Teilweise erfolgreich'],
    error: ['Error', 'Fehler'],
    aborted: ['Aborted', 'Abgebrochen'],
    info: ['Info: nothing to do', 'Info: nichts zu tun'],
  })
})
