#!/usr/bin/env bash
# Fails when a word of tests/words.txt comes back into the text of the project: headers, docs, examples, XML, the schema,
# and the code of src, programs, games, bindings, inspector, tests, fuzz and bench with its comments, names and messages.
# Prints FILE:LINE, the word and the right one.
#   tests/check_words.sh [FOLDER|FILE]…         only these, and none left out
#   tests/check_words.sh --all [FOLDER|FILE]…   comments and names too where only messages are checked yet
set -eu
cd "$(dirname "$0")/.."

# Folders and files that are not clean yet. The list only shrinks.
not_yet=""

# Folders and files of which only the messages (string literals) are checked yet. The list only shrinks.
only_messages=""

# Names that another project chose.
theirs="bench/peers/mistreevous.js"

# The project stands alone: it names no folder beside it.
if git grep -nF '../''shared' -- . ':!tests/check_words.sh' >&2; then
    echo "a folder beside the project is named" >&2
    exit 1
fi

git ls-files | NOT_YET=$not_yet ONLY_MESSAGES=$only_messages THEIRS=$theirs perl -e '
    use strict; use warnings;
    my @words;
    open my $list, "<", "tests/words.txt" or die "tests/words.txt: $!";
    while (<$list>) {
        next if /^#|^\s*$/;
        chomp;
        my ($pattern, $right) = split / \| /;
        die "tests/words.txt:$.: PATTERN | RIGHT WORD\n" unless defined $right;
        push @words, [qr/\b(?:$pattern)\b/i, $right];
    }
    my $any = join "|", map { "(?:$_->[0])" } @words;
    $any = qr/$any/;

    my $all = @ARGV && $ARGV[0] eq "--all" ? shift : 0;
    my @left_out = @ARGV ? () : split " ", $ENV{NOT_YET};
    my @only_messages = $all ? () : split " ", $ENV{ONLY_MESSAGES};
    my @never = ("tests/words.txt", split " ", $ENV{THEIRS});
    my $is_in = sub { my $path = shift; grep { $path eq $_ || index($path, s|/$||r . "/") == 0 } @_ };
    my $text = qr{\.(?:c|h|md|xml|rng|rnc|html|txt|ts|js|mjs|sh|cmake)$};
    my ($found, $checked) = (0, 0);
    while (my $path = <STDIN>) {
        chomp $path;
        next if $path !~ $text || $is_in->($path, @never);
        my $is_whole = !$is_in->($path, @only_messages);
        next if @ARGV ? !$is_in->($path, @ARGV) : $is_in->($path, @left_out);
        open my $file, "<", $path or next;
        $checked++;
        while (my $line = <$file>) {
            next if $line =~ /^\s*#\s*include/;
            $line = join " . ", $line =~ /"((?:[^"\\]|\\.)*)"/g unless $is_whole;
            $line =~ s/`[^`]*`//g if $path eq "CHANGELOG.md"; # it names what was renamed
            $line =~ tr/_/ /;
            $line =~ s/(?<=[a-z])(?=[A-Z])/ /g;
            next unless $line =~ $any;
            for my $word (@words) {
                while ($line =~ /$word->[0]/g) {
                    print STDERR "$path:$.: \"$&\": say $word->[1]\n";
                    $found++;
                }
            }
        }
    }
    print "$checked files\n";
    die "$found words that are never right\n" if $found;
' -- "$@"
