import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchPages } from './search.ts'

const pages = [
  { slug: 'jobs', title: 'Jobs', text: '# Jobs\n\nA *job* waits in a **queue** until a worker takes it.' },
  { slug: 'queues', title: 'Queues', text: '# Queues\n\nGive long jobs a queue of their own.' },
]

test('a page is found when it holds every word, the one with the word in its title first', () => {
  assert.deepEqual(
    searchPages(pages, 'QUEUE').map(({ page }) => page.slug),
    ['queues', 'jobs'],
  )
  assert.deepEqual(
    searchPages(pages, 'queue worker').map(({ page }) => page.slug),
    ['jobs'],
  )
  assert.deepEqual(searchPages(pages, 'elephant'), [])
  assert.deepEqual(searchPages(pages, '  '), [])
})

test('the excerpt shows the words without their marks', () => {
  assert.equal(searchPages(pages, 'worker')[0]!.excerpt, 'Jobs A job waits in a queue until a worker takes it.')
})
