import { stemmer } from 'stemmer';

/** Forms that no rule of the stemmer leads back to their base. */
const irregular: ReadonlyMap<string, string> = new Map(
  (
    'became:become began:begin bought:buy broke:break broken:break brought:bring built:build came:come caught:catch children:child ' +
    'chose:choose chosen:choose done:do drew:draw fell:fall felt:feel forgot:forget forgotten:forget found:find froze:freeze ' +
    'frozen:freeze gave:give given:give gone:go got:get grew:grow heard:hear held:hold hid:hide hidden:hide kept:keep ' +
    'knew:know known:know led:lead left:leave lent:lend lost:lose made:make men:man met:meet paid:pay people:person ran:run ' +
    'rang:ring said:say sang:sing sat:sit saw:see seen:see sent:send shown:show shrunk:shrink slept:sleep sold:sell sought:seek ' +
    'spent:spend spoke:speak spoken:speak stole:steal stolen:steal stood:stand stuck:stick taken:take taught:teach thought:think ' +
    'threw:throw thrown:throw told:tell took:take understood:understand went:go won:win wore:wear written:write wrote:write'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** Returns what all forms of an English word have in common; of another word, itself or its beginning. */
export function stemOf(word: string): string {
  return stemmer(irregular.get(word) ?? word);
}
