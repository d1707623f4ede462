/** Which names in selectors stand for a state of an element, that scripts or people change while the page is open. */

/** A state in which content is shown: a tab that is chosen, an answer that is open, a part that was scrolled into view. */
const SHOWN =
  /^(?:is|has|js)-|(?:^|[-_])(?:open|opened|active|actived?|show|shows|shown|showing|visible|expand|expanded|select|selected|current|checked|in|on|animate|animated|loaded|ready|reveal|revealed|inview|in-view|hover|focus|toggled|displayed|entered|enter|start|started|done)(?:$|[-_])/i;
/** A state in which it is not, and which ends. */
const UNSHOWN =
  /^(?:is|has|js|no-?js)-?|(?:^|[-_])(?:close|closed|collapse|collapsed|collapsing|inactive|loading|preload|preloading|cloak|cloaked|pending|no-?js)(?:$|[-_])/i;
/** Names of movements that begin with something unseen. */
const MOVING = /(?:^|[-_])(?:invisible|wow|aos|(?:anim|fade|reveal|slide|lazy|scroll|motion)[a-z\d]*)(?:$|[-_])/i;

/** Attributes that hold a state. */
const STATE_ATTRIBUTE =
  /^(?:open|hidden|aria-|data-state|data-open|data-active|data-show|x-cloak$|v-cloak$|ng-cloak$)/i;
/** Attributes with which scripts find what they move. */
const SCRIPT_ATTRIBUTE = /^(?:data-|x-|v-|ng-|:|@)/i;

/** What people do, or what follows from it. Not `:focus`: it shows links that only a keyboard reaches. */
export const stateOfPointer: ReadonlySet<string> = new Set(
  'hover active checked target open focus-within indeterminate popover-open modal'.split(' '),
);

export const isShownState = (name: string): boolean => SHOWN.test(name);
export const isUnshownState = (name: string): boolean => UNSHOWN.test(name);
export const isMoving = (name: string): boolean => MOVING.test(name);
export const isStateAttribute = (name: string): boolean => STATE_ATTRIBUTE.test(name);
export const isScriptAttribute = (name: string): boolean => SCRIPT_ATTRIBUTE.test(name);
