#!/usr/bin/env bash
# Fails when a word of tests/words.txt comes back: into public headers, docs, examples, XML and the schema (their whole
# text), and into messages (string literals of src, programs, games, inspector and bindings). Prints FILE:LINE, the word
# and the right one.
#   tests/check_words.sh [FOLDER|FILE]…         only these, and none left out
#   tests/check_words.sh --all [FOLDER|FILE]…   comments and names inside the code too
set -eu
cd "$(dirname "$0")/.."

# Folders and files that are not clean yet. The list only shrinks.
not_yet="include/ploy/bt.h include/ploy/fsm.h include/ploy/goap.h include/ploy/htn.h include/ploy/mind.h include/ploy/utility.h"

# The project stands alone: it names no folder beside it.
if git grep -nF '../''shared' -- . ':!tests/check_words.sh' >&2; then
    echo "a folder beside the project is named" >&2
    exit 1
fi

git ls-files | NOT_YET=$not_yet perl -e '
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
    my $is_in = sub { my $path = shift; grep { $path eq $_ || index($path, s|/$||r . "/") == 0 } @_ };
    my $whole = qr{^(?:include/.*|README\.md|CHANGELOG\.md|(?:docs|examples|schema|experiments)/.*|games/.*\.(?:xml|md)|inspector/.*\.(?:html|md))$};
    my $code = qr{^(?:src|programs|games|bindings|inspector)/.*\.(?:c|h|ts|js|mjs)$};
    my $more = qr{^(?:src|programs|games|bindings|inspector|tests|fuzz|bench|cmake|scripts)/};
    my $text = qr{\.(?:c|h|md|xml|rng|rnc|html|txt|ts|js|mjs|sh|cmake)$};
    my ($found, $checked) = (0, 0);
    while (my $path = <STDIN>) {
        chomp $path;
        next if $path eq "tests/words.txt" || $path !~ $text;
        my $is_whole = $path =~ $whole || $all && $path =~ $more;
        next unless $is_whole || $path =~ $code;
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
