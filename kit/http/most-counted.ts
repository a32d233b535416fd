/**
 * Long lists, such as those of jobs and of matching records, count so far and say beyond only that there are more: nobody turns so many
 * pages.
 */
export const mostCounted = 10_000
