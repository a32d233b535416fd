import { listOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { listQuery } from '@weft/kit/http/list-query.ts'

/** What dashboards show: the articles that are out and meant for the caller, the newest first. */
export const newsContract = defineRoutes({
  'GET /news_feed': {
    operationId: 'listNewsFeed',
    summary: 'Read the news meant for the caller',
    scope: 'user',
    query: listQuery,
    answers: {
      200: listOf(rows.news.pick({ id: true, title: true, content: true, release_date: true, author: true })),
    },
  },
})
