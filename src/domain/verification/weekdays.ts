const week = (days: string): [string, number][] => days.split(/\s+/).map((day, at): [string, number] => [day, at + 1]);

/** Normalized names of the days of the week. Monday is 1. */
export const WEEKDAYS: ReadonlyMap<string, number> = new Map([
  ...week("monday tuesday wednesday thursday friday saturday sunday"),
  ...week("mondays tuesdays wednesdays thursdays fridays saturdays sundays"),
  ...week("montag dienstag mittwoch donnerstag freitag samstag sonntag"),
  ...week("montags dienstags mittwochs donnerstags freitags samstags sonntags"),
  ...week("lundi mardi mercredi jeudi vendredi samedi dimanche"),
  ...week("lunes martes miercoles jueves viernes sabado domingo"),
  ...week("lunedi martedi mercoledi giovedi venerdi sabato domenica"),
]);
