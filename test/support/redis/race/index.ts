/** Interleavings: every order of the pods' commands, one order that someone wrote, one pod and a rival. */
export { drawRace, type RaceStep, showOutcome } from './draw.ts'
export { onLua, RACE_DRILLS, raceDrill } from './drills.ts'
export {
  type BrokenOrder,
  type Ended,
  type Experiment,
  type Exploration,
  explore,
} from './explore.ts'
export type { Outcome, Pod, PodName, RaceRedis } from './pods.ts'
export { runAgainstRival } from './rival.ts'
export { type Asked, type Drill, type Played, playSchedule } from './schedule.ts'
