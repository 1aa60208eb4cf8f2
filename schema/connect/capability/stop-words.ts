/** English words that say nothing about an operation. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a about after again all already also an and another any anymore anything are aren as at be because been before being both but by can could ' +
    'currently did didn do does doesn don during each either else even ever every everything few following for from given had has have having ' +
    'here how i if in into is isn it its just keep kind let like ll longer lot many may me might more most much must my need needs ' +
    'no nobody nothing now of on once one only or other our out over own per please really s same shall should so some somebody ' +
    'someone something still such t than that the their them then there these they this those through to too until up us use used ' +
    'using very via want was we were what when where which while who whom whose why will with within without would yet ' +
    'you your'
  ).split(' '),
);

const questionWords: ReadonlySet<string> = new Set('how what when where which who whose'.split(' '));

/** Words after which a title speaks of something else than the object of the operation. */
export const afterObject: ReadonlySet<string> = new Set(
  'associated belonging by for from in of on that to using which with'.split(' '),
);

export const isStopWord = (word: string): boolean => stopWords.has(word);
export const isQuestionWord = (word: string): boolean => questionWords.has(word);
