/** What is observed under a topic's own name where the code did not come to the topic's end. */
export const STOPPED = 'stopped'
