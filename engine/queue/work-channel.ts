/** New work in a queue is told on this channel; the payload is the queue's id. */
export const workChannel = 'weft_work'
